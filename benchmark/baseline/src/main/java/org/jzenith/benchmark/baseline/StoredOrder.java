package org.jzenith.benchmark.baseline;

/** The answer of {@code /orders/stored}. */
record StoredOrder(long id, String customer) {}
