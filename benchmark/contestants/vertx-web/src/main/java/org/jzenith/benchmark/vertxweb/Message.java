package org.jzenith.benchmark.vertxweb;

record Message(String message) {}
