package org.jzenith.docs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Markdown file as lines, with the blocks of code that must come from sources. */
record Document(String name, List<String> lines) {

    private static final Set<String> MUST_HAVE_A_SOURCE = Set.of("java", "xml", "diff");
    private static final Pattern MARKER = Pattern.compile("\\s*<!-- snippet: (\\S+) -->\\s*");
    private static final Pattern FENCE = Pattern.compile("(\\s*)(`{3,}|~{3,})\\s*(\\S*).*");

    static Document read(final Path root, final Path file) {
        return new Document(
                root.relativize(file).toString().replace('\\', '/'),
                Repository.read(file).lines().toList());
    }

    /** A block of code; the line numbers are those of its fences, from 0. */
    record Block(int begin, int end, String indent, String language, Optional<Source> source, String text) {}

    /** The blocks of Java and XML, and those of other languages that name a source, in their order. */
    List<Block> blocks() {
        final List<Block> blocks = new ArrayList<>();
        int i = 0;
        while (i < lines.size()) {
            final Matcher fence = FENCE.matcher(lines.get(i));
            if (fence.matches()) {
                final int end = endOf(fence.group(2), i);
                final Block block = block(i, end, fence.group(1), fence.group(3));
                if (MUST_HAVE_A_SOURCE.contains(block.language())
                        || block.source().isPresent()) {
                    blocks.add(block);
                }
                i = end;
            }
            i++;
        }
        return blocks;
    }

    /** The lines outside any block of code; the others are empty, so that line numbers stay true. */
    List<String> prose() {
        final List<String> prose = new ArrayList<>(lines);
        int i = 0;
        while (i < lines.size()) {
            final Matcher fence = FENCE.matcher(lines.get(i));
            if (fence.matches()) {
                final int end = endOf(fence.group(2), i);
                for (; i <= end; i++) {
                    prose.set(i, "");
                }
            } else {
                i++;
            }
        }
        return prose;
    }

    /** Returns the document with its blocks taken from their sources. */
    String updated(final Path root) {
        final List<String> result = new ArrayList<>(lines);
        final List<Block> blocks = blocks();
        for (int i = blocks.size() - 1; i >= 0; i--) {
            final Block block = blocks.get(i);
            if (block.source().isPresent()) {
                final List<String> inside = result.subList(block.begin() + 1, block.end());
                inside.clear();
                block.source()
                        .get()
                        .text(root)
                        .lines()
                        .map(line -> line.isEmpty() ? "" : block.indent() + line)
                        .forEach(inside::add);
            }
        }
        return String.join("\n", result) + "\n";
    }

    private Block block(final int begin, final int end, final String indent, final String language) {
        final StringBuilder text = new StringBuilder();
        for (final String line : lines.subList(begin + 1, end)) {
            text.append(line.startsWith(indent) ? line.substring(indent.length()) : line.stripLeading())
                    .append('\n');
        }
        return new Block(begin, end, indent, language, sourceAbove(begin), text.toString());
    }

    private Optional<Source> sourceAbove(final int begin) {
        if (begin == 0) {
            return Optional.empty();
        }
        final Matcher marker = MARKER.matcher(lines.get(begin - 1));
        return marker.matches() ? Optional.of(Source.parse(marker.group(1))) : Optional.empty();
    }

    private int endOf(final String fence, final int begin) {
        for (int i = begin + 1; i < lines.size(); i++) {
            final String line = lines.get(i).strip();
            if (line.startsWith(fence)
                    && line.replace(fence.substring(0, 1), "").isEmpty()) {
                return i;
            }
        }
        throw new AssertionError(
                name + ":" + (begin + 1) + " begins a block of code that never ends. Close it with " + fence + ".");
    }
}
