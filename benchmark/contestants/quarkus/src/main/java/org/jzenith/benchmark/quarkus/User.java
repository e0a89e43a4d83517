package org.jzenith.benchmark.quarkus;

import java.util.UUID;

public record User(UUID id, String name, String email) {}
