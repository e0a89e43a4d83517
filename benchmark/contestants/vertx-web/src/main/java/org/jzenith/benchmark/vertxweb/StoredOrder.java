package org.jzenith.benchmark.vertxweb;

record StoredOrder(long id, String customer) {}
