package org.jzenith.rest;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs a test class for each {@link Transport}, which its constructor takes and uses: in the clear in each build, over TLS with the
 * profile {@code full}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedClass(name = "{0}")
@MethodSource("org.jzenith.rest.Transport#ofThisRun")
@ExtendWith(Transport.Reset.class)
@Tag("transport")
@interface InTheClearAndOverTls {}
