package org.jzenith.docs.cookbook.rxjava;

/** The price of an article. */
public record Price(String article, int cents) {}
