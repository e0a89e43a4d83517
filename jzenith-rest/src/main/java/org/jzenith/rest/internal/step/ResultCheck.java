package org.jzenith.rest.internal.step;

import java.util.function.Consumer;

/**
 * The check of a promised value, for example that of a {@code Single}. A step that runs behind the call puts it into the context of the
 * request. It throws if the value must not be sent.
 */
@FunctionalInterface
public interface ResultCheck extends Consumer<Object> {}
