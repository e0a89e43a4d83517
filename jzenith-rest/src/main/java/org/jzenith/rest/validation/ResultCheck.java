package org.jzenith.rest.validation;

import java.util.function.Consumer;

/** Checks the value of one method's result when it has arrived. */
interface ResultCheck extends Consumer<Object> {}
