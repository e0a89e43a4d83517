package org.jzenith.rest;

import io.vertx.core.http.HttpVersion;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs a test class twice; its constructor takes the {@link HttpVersion} of its {@link StreamingClient}s. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedClass(name = "{0}")
@EnumSource(
        value = HttpVersion.class,
        names = {"HTTP_1_1", "HTTP_2"})
@interface OverBothVersions {}
