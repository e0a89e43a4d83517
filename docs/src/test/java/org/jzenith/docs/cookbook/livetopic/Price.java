package org.jzenith.docs.cookbook.livetopic;

public record Price(String article, int cents) {}
