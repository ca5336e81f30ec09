# syntax=docker/dockerfile:1
# docker build --tag tertium .
# docker run --rm --volume "$PWD:/data" tertium score system.txt -r reference.txt

# Images are named by tags, which move. To build from images that you have checked, name them by their digests. This prints
# those of the tags:
#   docker buildx imagetools inspect --format '{{.Manifest.Digest}}' rust:1-slim-bookworm
#   docker buildx imagetools inspect --format '{{.Manifest.Digest}}' python:3.13-slim-bookworm
#   docker build --tag tertium --build-arg RUST_IMAGE=rust@sha256:… --build-arg PYTHON_IMAGE=python@sha256:… .
ARG RUST_IMAGE=rust:1-slim-bookworm
ARG PYTHON_IMAGE=python:3.13-slim-bookworm

# The wheel. It is for Python 3.11 and later, so that Debian's own Python can build it.
FROM $RUST_IMAGE AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev python3 python3-venv \
    && rm -rf /var/lib/apt/lists/* \
    && python3 -m venv /opt/maturin
RUN --mount=type=bind,source=requirements/build.lock,target=/build.lock \
    /opt/maturin/bin/pip install --no-cache-dir --require-hashes --requirement /build.lock
WORKDIR /source
COPY pyproject.toml README.md LICENSE CHANGELOG.md CITATION.cff ./
COPY rust rust
COPY src src
RUN /opt/maturin/bin/maturin build --release --locked --strip --out /dist

# What runs: the package and the extras that are wanted, as a user without rights.
FROM $PYTHON_IMAGE
ARG EXTRAS=plots
RUN useradd --create-home --uid 1000 tertium
RUN --mount=type=bind,source=requirements/build.lock,target=/build.lock \
    pip install --no-cache-dir --require-hashes --requirement /build.lock
# The wheel by the hash that it was built with, all else by those of the lock file, whatever the extras are.
RUN --mount=type=bind,from=build,source=/dist,target=/dist \
    --mount=type=bind,source=requirements/develop.lock,target=/develop.lock \
    wheel="$(echo /dist/*.whl)" \
    && echo "tertium[$EXTRAS] @ file://$wheel --hash=sha256:$(sha256sum "$wheel" | cut -d' ' -f1)" > /tmp/tertium.txt \
    && pip install --no-cache-dir --no-build-isolation --require-hashes \
        --requirement /tmp/tertium.txt --constraint /develop.lock \
    && rm /tmp/tertium.txt
USER tertium
RUN --mount=type=bind,source=scripts/smoke_test.py,target=/smoke_test.py python /smoke_test.py
WORKDIR /data
ENTRYPOINT ["tertium"]
CMD ["--help"]
