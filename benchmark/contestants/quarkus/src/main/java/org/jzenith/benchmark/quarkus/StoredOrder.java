package org.jzenith.benchmark.quarkus;

public record StoredOrder(long id, String customer) {}
