package org.jzenith.rest.validation;

import java.util.function.Consumer;

/** Checks the value of a method's asynchronous result when it is emitted. */
interface ResultCheck extends Consumer<Object> {}
