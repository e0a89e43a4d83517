package org.jzenith.benchmark.baseline;

/** A row of the table {@code item}, or an element of a list. */
record Item(int id, String name) {}
