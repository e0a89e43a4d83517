package org.jzenith.rest.pipeline;

/** The words of a class name, such as {@code read body} for {@code ReadBody}. Without regular expressions, because each method has steps. */
final class ClassWords {

    private ClassWords() {}

    /** Returns the words of a class, those of the enclosing class for a lambda or an anonymous class. */
    static String of(final Class<?> type) {
        final String name = type.getName();
        final int lambda = name.indexOf("$$Lambda");
        int end = lambda < 0 ? name.length() : lambda;
        int letters = end;
        while (isDigit(name.charAt(letters - 1))) {
            letters--;
        }
        if (letters < end && name.charAt(letters - 1) == '$') {
            end = letters - 1;
        }
        final int start = Math.max(name.lastIndexOf('.', end - 1), name.lastIndexOf('$', end - 1)) + 1;
        final StringBuilder words = new StringBuilder();
        for (int i = start; i < end; i++) {
            final char each = name.charAt(i);
            if (i > start && isUpper(each) && !isUpper(name.charAt(i - 1))) {
                words.append(' ');
            }
            words.append(Character.toLowerCase(each));
        }
        return words.toString();
    }

    private static boolean isDigit(final char each) {
        return each >= '0' && each <= '9';
    }

    private static boolean isUpper(final char each) {
        return each >= 'A' && each <= 'Z';
    }
}
