"""The annotation of a constant."""
constexpr = "constexpr"
