package org.jzenith.core.internal.start;

import java.util.Arrays;

/** The line of the application's code that calls a builder, as the origin of a problem. */
public final class CallerLine {

    private static final StackWalker FRAMES = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private CallerLine() {}

    /**
     * Finds the line that runs now.
     *
     * @param builders classes whose own lines, and those of their nested classes, are passed over
     * @return a value such as {@code shop.ShopApplication.main(ShopApplication.java:12)}
     */
    public static String of(final Class<?>... builders) {
        return FRAMES.walk(all -> all.filter(frame -> {
                    final Class<?> outermost = outermost(frame.getDeclaringClass());
                    return outermost != CallerLine.class
                            && !Arrays.asList(builders).contains(outermost);
                })
                .findFirst()
                .map(frame -> frame.toStackTraceElement().toString())
                .orElse("an unknown line"));
    }

    private static Class<?> outermost(final Class<?> type) {
        Class<?> outer = type;
        for (Class<?> next = type; next != null; next = next.getEnclosingClass()) {
            outer = next;
        }
        return outer;
    }
}
