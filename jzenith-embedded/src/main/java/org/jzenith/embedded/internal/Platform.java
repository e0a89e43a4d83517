package org.jzenith.embedded.internal;

import java.util.Locale;

/** The operating system and processor of this machine. */
public final class Platform {

    private Platform() {}

    public static boolean isWindows() {
        return name().startsWith("windows");
    }

    public static boolean isMac() {
        return name().startsWith("mac") || name().startsWith("darwin");
    }

    public static boolean isLinux() {
        return name().startsWith("linux");
    }

    /** Returns {@code x86_64}, {@code arm_64}, or the JVM's name of another processor. */
    public static String architecture() {
        final String processor = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
        return switch (processor) {
            case "amd64", "x86_64", "x64" -> "x86_64";
            case "aarch64", "arm64" -> "arm_64";
            default -> processor;
        };
    }

    /** Returns the file name of a program. */
    public static String program(final String name) {
        return isWindows() ? name + ".exe" : name;
    }

    /** Returns the operating system's name in lower case. */
    public static String name() {
        return System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    }
}
