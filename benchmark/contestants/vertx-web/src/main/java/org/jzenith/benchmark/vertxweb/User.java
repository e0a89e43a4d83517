package org.jzenith.benchmark.vertxweb;

import java.util.UUID;

record User(UUID id, String name, String email) {}
