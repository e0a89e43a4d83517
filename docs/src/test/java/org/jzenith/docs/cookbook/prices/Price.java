package org.jzenith.docs.cookbook.prices;

// region class
public record Price(String article, int cents) {}
// endregion
