//! The tokenizer of Tercom, the tool of Snover et al. (2006), in the reading sacrebleu 2.6.0 gave it.
//!
//! Lowercasing and stripping are the caller's. The result is a text whose words, split at white space, are the tokens;
//! how many spaces stand between two words means nothing. Two of the reference's rules can never apply and are left
//! out: the possessive at the very end and the runs of kana from the very start, since by then a space was put at both
//! ends of the text.

/// What to do to the text; all off leaves it as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Join lines, resolve four XML entities and split punctuation off.
    pub normalized: bool,
    /// Remove punctuation.
    pub no_punct: bool,
    /// With `normalized` split Chinese and Japanese characters, with `no_punct` remove their punctuation.
    pub asian_support: bool,
}

impl Options {
    /// Whether [`tokenize`] would only copy the text.
    pub fn is_identity(&self) -> bool {
        !self.normalized && !self.no_punct
    }
}

/// Writes the tokenised `text` to `out`, whose former content is dropped.
///
/// ```
/// use _core::tokenize::tercom::{Options, tokenize};
/// let mut out = String::new();
/// tokenize("It's 1,5.", &Options { normalized: true, ..Options::default() }, &mut out);
/// assert_eq!(out.split_whitespace().collect::<Vec<_>>(), ["It", "'s", "1,5", "."]);
/// ```
pub fn tokenize(text: &str, options: &Options, out: &mut String) {
    out.clear();
    if options.is_identity() {
        out.push_str(text);
        return;
    }
    let mut text = std::borrow::Cow::Borrowed(text);
    if options.normalized {
        text = normalize_western(&text, options.asian_support).into();
    }
    let is_dropped = |c| options.no_punct && (is_removable(c) || options.asian_support && is_asian_punctuation(c));
    out.extend(text.chars().filter(|&c| !is_dropped(c)));
}

fn normalize_western(text: &str, asian_support: bool) -> String {
    // One entity after another: what one replacement makes ("&amp;lt;") the next may use.
    let text = text
        .replace("\n-", "")
        .replace('\n', " ")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
        .replace("&lt;", "<")
        .replace("&gt;", ">");
    let mut spaced = String::with_capacity(text.len() * 2);
    // The space before and after the text are symbols too, hence a margin that the later rules see as context.
    spaced.push(' ');
    for c in text.chars() {
        if is_symbol(c) {
            spaced.extend([' ', c, ' ']);
        } else {
            spaced.push(c);
        }
    }
    spaced.push(' ');
    let text = spaced.replace("'s ", " 's ");
    let text = rewrite_pairs(
        &text,
        |c| !c.is_ascii_digit(),
        is_stop,
        |out, first, second| {
            out.extend([first, ' ', second, ' ']);
        },
    );
    let text = rewrite_pairs(
        &text,
        is_stop,
        |c| !c.is_ascii_digit(),
        |out, first, second| {
            out.extend([' ', first, ' ', second]);
        },
    );
    let mut text = rewrite_pairs(
        &text,
        |c| c.is_ascii_digit(),
        |c| c == '-',
        |out, first, second| {
            out.extend([first, ' ', second, ' ']);
        },
    );
    if asian_support {
        text = split_asian(&text);
    }
    text
}

/// Rewrites neighbours that satisfy both conditions, from left to right, each character in one pair at most.
fn rewrite_pairs(
    text: &str,
    is_first: impl Fn(char) -> bool,
    is_second: impl Fn(char) -> bool,
    write: impl Fn(&mut String, char, char),
) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    let mut characters = text.chars().peekable();
    while let Some(first) = characters.next() {
        match characters.next_if(|&second| is_first(first) && is_second(second)) {
            Some(second) => write(&mut out, first, second),
            None => out.push(first),
        }
    }
    out
}

fn split_asian(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for c in text.chars() {
        if is_ideograph(c) || is_asian_punctuation(c) {
            out.extend([' ', c, ' ']);
        } else {
            out.push(c);
        }
    }
    out
}

/// ASCII symbols that always stand alone; the space is among them.
fn is_symbol(c: char) -> bool {
    matches!(c, '{'..='~' | '['..='`' | ' '..='&' | '('..='+' | ':'..='@' | '/')
}

fn is_stop(c: char) -> bool {
    matches!(c, '.' | ',')
}

fn is_removable(c: char) -> bool {
    matches!(c, '.' | ',' | '?' | ':' | ';' | '!' | '"' | '(' | ')')
}

/// Blocks split to single characters: ideographs, strokes, radicals, compatibility forms, enclosed letters.
fn is_ideograph(c: char) -> bool {
    matches!(c,
        '\u{2e80}'..='\u{2eff}'
        | '\u{31c0}'..='\u{31ef}'
        | '\u{3200}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe4f}')
}

fn is_asian_punctuation(c: char) -> bool {
    matches!(c,
        '\u{3001}' | '\u{3002}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301f}' | '\u{ff61}'..='\u{ff65}'
        | '\u{30fb}' | '\u{ff0e}' | '\u{ff0c}' | '\u{ff1f}' | '\u{ff1a}' | '\u{ff1b}' | '\u{ff01}' | '\u{ff02}'
        | '\u{ff08}' | '\u{ff09}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::whitespace::is_space;

    fn words(text: &str, normalized: bool, no_punct: bool, asian_support: bool) -> Vec<String> {
        let options = Options { normalized, no_punct, asian_support };
        let mut out = "left over".to_string();
        tokenize(text, &options, &mut out);
        out.split(is_space).filter(|word| !word.is_empty()).map(str::to_string).collect()
    }

    #[test]
    fn leaves_text_alone_by_default() {
        assert_eq!(words("a, b.\u{1c}c\u{a0}d", false, false, false), ["a,", "b.", "c", "d"]);
        assert_eq!(words("人a", false, false, true), ["人a"]);
    }

    #[test]
    fn joins_lines_and_resolves_entities() {
        assert_eq!(words("ab\n-cd\nef", true, false, false), ["abcd", "ef"]);
        assert_eq!(words("&amp;lt;", true, false, false), ["<"]);
        assert_eq!(words("&lt;amp;", true, false, false), ["<", "amp", ";"]);
    }

    #[test]
    fn splits_stops_unless_between_digits() {
        assert_eq!(words("1,5 a,5 5,a ...", true, false, false), ["1,5", "a", ",", "5", "5", ",", "a", ".", ".", "."]);
        assert_eq!(words("3-4 a-b John's", true, false, false), ["3", "-", "4", "a-b", "John", "'s"]);
    }

    #[test]
    fn treats_asian_characters_only_when_asked() {
        assert_eq!(words("日本a。", true, false, true), ["日", "本", "a", "。"]);
        assert_eq!(words("日本a。", true, false, false), ["日本a。"]);
        assert_eq!(words("日。本(a)", false, true, true), ["日本a"]);
        assert_eq!(words("日。本(a)", false, true, false), ["日。本a"]);
    }
}
