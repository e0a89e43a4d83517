package org.jzenith.rest;

import java.lang.management.ManagementFactory;

/** The live heap of the JVM that tests and servers share. */
final class Heap {

    private static final long ALIKE = 64 * 1024;

    private Heap() {}

    /** Collects until a collection frees nothing more. */
    static long used() {
        long before = Long.MAX_VALUE;
        long now = afterCollection();
        while (now < before - ALIKE) {
            before = now;
            now = afterCollection();
        }
        return Math.min(before, now);
    }

    private static long afterCollection() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
