package org.jzenith.benchmark.vertxweb;

record Fortune(int id, String message) {}
