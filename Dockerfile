# syntax=docker/dockerfile:1
# docker build --tag tertium .
# docker run --rm --volume "$PWD:/data" tertium score system.txt -r reference.txt

# The wheel. It is for Python 3.11 and later, so that Debian's own Python can build it.
FROM rust:1-slim-bookworm AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev python3 python3-venv \
    && rm -rf /var/lib/apt/lists/* \
    && python3 -m venv /opt/maturin \
    && /opt/maturin/bin/pip install --no-cache-dir 'maturin>=1.9,<2'
WORKDIR /source
COPY pyproject.toml README.md LICENSE CHANGELOG.md CITATION.cff ./
COPY rust rust
COPY src src
RUN /opt/maturin/bin/maturin build --release --locked --strip --out /dist

# What runs: the package and the extras that are wanted, as a user without rights.
FROM python:3.13-slim-bookworm
ARG EXTRAS=plots
RUN useradd --create-home --uid 1000 tertium
RUN --mount=type=bind,from=build,source=/dist,target=/dist \
    pip install --no-cache-dir "$(echo /dist/*.whl)[$EXTRAS]"
USER tertium
RUN --mount=type=bind,source=scripts/smoke_test.py,target=/smoke_test.py python /smoke_test.py
WORKDIR /data
ENTRYPOINT ["tertium"]
CMD ["--help"]
