import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Prints the code lines of each module, without blank lines, comments, imports and the line of the package, and its public
 * top-level types:
 *
 * <pre>java .ci/CodeLines.java [FOLDER]</pre>
 */
final class CodeLines {

    /** The modules that serve Jakarta REST, with those that were cut out of them. */
    private static final List<String> REST = List.of("jzenith-http", "jzenith-json", "jzenith-rest", "jzenith-rest-client-test");

    /** The packages that a plain request walks through, without TLS, the access log, static files and features. */
    private static final List<String> REQUEST_PATH = List.of(
            "http.body", "http.handler", "http.http1", "http.internal.admission", "http.internal.connection",
            "http.internal.http1", "http.internal.http2", "http.internal.request", "http.internal.response",
            "http.internal.server", "http.internal.vertx", "http.internal.write", "http.request", "http.write",
            "json", "json.internal.configuration", "json.internal.error", "rest.body", "rest.error",
            "rest.internal.argument", "rest.internal.construct", "rest.internal.deployment", "rest.internal.entity",
            "rest.internal.error", "rest.internal.json", "rest.internal.pipeline", "rest.internal.resteasy",
            "rest.internal.route", "rest.internal.step", "rest.internal.write", "rest.pipeline");

    private static final Pattern PACKAGE = Pattern.compile("^package org\\.jzenith\\.([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern PUBLIC_TYPE = Pattern.compile(
            "^public (?:abstract |final |sealed |non-sealed )*(?:class|interface|@interface|enum|record) ",
            Pattern.MULTILINE);
    private static final Pattern TOKEN = Pattern.compile(
            "//[^\n]*|/\\*.*?\\*/|(\"\"\".*?\"\"\"|\"(?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\n]|\\\\.)*'|\\S)", Pattern.DOTALL);

    /** Public types outside of the packages named internal are for users and for authors of plugins. */
    private record Count(int lines, int types, int publicTypes, int apiTypes) {

        Count plus(final Count other) {
            return new Count(
                    lines + other.lines,
                    types + other.types,
                    publicTypes + other.publicTypes,
                    apiTypes + other.apiTypes);
        }
    }

    private CodeLines() {}

    public static void main(final String... args) throws IOException {
        final Path root = Path.of(args.length == 0 ? "." : args[0]);
        final Map<String, Count> modules = new TreeMap<>();
        final Map<String, Count> packages = new TreeMap<>();
        try (Stream<Path> folders = Files.list(root)) {
            for (final Path module : folders.filter(each -> each.getFileName().toString().startsWith("jzenith-"))
                    .toList()) {
                final Path main = module.resolve("src/main/java");
                if (Files.isDirectory(main)) {
                    try (Stream<Path> files = Files.walk(main)) {
                        files.filter(file -> file.toString().endsWith(".java")
                                        && !file.endsWith("package-info.java"))
                                .forEach(file -> add(module.getFileName().toString(), file, modules, packages));
                    }
                }
            }
        }
        modules.forEach(CodeLines::print);
        print("all modules", sum(modules, modules.keySet()));
        print("REST (" + String.join(", ", REST) + ")", sum(modules, REST));
        print("the request path without features", sum(packages, REQUEST_PATH));
    }

    private static void add(
            final String module, final Path file, final Map<String, Count> modules, final Map<String, Count> packages) {
        try {
            final String text = Files.readString(file);
            final Matcher name = PACKAGE.matcher(text);
            final boolean isPublic = PUBLIC_TYPE.matcher(text).find();
            final boolean isInternal = file.toString().contains("/internal/");
            final Count count = new Count(lines(text), 1, isPublic ? 1 : 0, isPublic && !isInternal ? 1 : 0);
            modules.merge(module, count, Count::plus);
            if (name.find()) {
                packages.merge(name.group(1), count, Count::plus);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int lines(final String text) {
        final BitSet code = new BitSet();
        final String[] lines = text.split("\n", -1);
        int line = 0;
        int counted = 0;
        for (final Matcher token = TOKEN.matcher(text); token.find(); ) {
            line += newlines(text, counted, token.start());
            counted = token.start();
            if (token.group(1) != null) {
                code.set(line, line + newlines(text, token.start(), token.end()) + 1);
            }
        }
        return (int) code.stream()
                .filter(each -> !lines[each].startsWith("import ") && !lines[each].startsWith("package "))
                .count();
    }

    private static int newlines(final String text, final int from, final int to) {
        return (int) text.substring(from, to).chars().filter(each -> each == '\n').count();
    }

    private static Count sum(final Map<String, Count> all, final Iterable<String> names) {
        Count sum = new Count(0, 0, 0, 0);
        for (final String name : names) {
            sum = sum.plus(all.getOrDefault(name, new Count(0, 0, 0, 0)));
        }
        return sum;
    }

    private static void print(final String name, final Count count) {
        System.out.printf("%7d lines %5d types %5d public (%d not internal)  %s%n",
                count.lines, count.types, count.publicTypes, count.apiTypes, name);
    }
}
