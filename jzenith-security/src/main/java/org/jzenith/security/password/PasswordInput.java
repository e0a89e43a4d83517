package org.jzenith.security.password;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads a password from the console without echo, or the first line of standard input if there is no console. */
final class PasswordInput {

    private PasswordInput() {}

    @SuppressWarnings("SystemConsoleNull") // isTerminal says it for newer versions
    static String read() {
        final Console console = System.console();
        final String password = console == null || !isTerminal(console) ? line() : typed(console);
        if (password == null || password.isEmpty()) {
            throw new IllegalStateException("There is no password on standard input.");
        }
        if (password.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalStateException("The password has a control character, which RFC 7617 forbids.");
        }
        return password;
    }

    /** Returns true if the console is a terminal. Since Java 22 a console can exist without a terminal. */
    private static boolean isTerminal(final Console console) {
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (final ReflectiveOperationException e) {
            return true; // an older Java, which has a console only with a terminal
        }
    }

    private static @Nullable String typed(final Console console) {
        final char[] typed = console.readPassword("Password: ");
        final char[] again = console.readPassword("Again: ");
        if (!Arrays.equals(typed, again)) {
            throw new IllegalStateException("The two passwords differ.");
        }
        return typed == null ? null : new String(typed);
    }

    @SuppressWarnings("DefaultCharset") // that of the terminal or the pipe
    private static @Nullable String line() {
        try {
            return new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())).readLine();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
