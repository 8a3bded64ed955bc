//! The examples in the documentation print what it says.

#[test]
fn documentation() {
    trycmd::TestCases::new().case("../../README.md").case("tests/cmd/*.md");
}
