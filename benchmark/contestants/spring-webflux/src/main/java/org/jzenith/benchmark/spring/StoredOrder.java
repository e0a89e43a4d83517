package org.jzenith.benchmark.spring;

public record StoredOrder(long id, String customer) {}
