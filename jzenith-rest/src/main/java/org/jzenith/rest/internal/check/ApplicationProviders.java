package org.jzenith.rest.internal.check;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.core.MediaType;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jboss.resteasy.spi.metadata.Parameter;

/**
 * Providers of the application that may support types which jZenith does not.
 *
 * @param handlesResult true if a provider of the application handles results of a class
 * @param awaited the type that jZenith waits for when a method declares a type; the same if no plugin knows it
 * @param hasContext true if {@code @Context} may be supported for a class
 * @param isArgument true if a plugin supplies the parameter of a method by its type
 * @param mapper reads and writes JSON
 * @param isRead true if the mapper reads the bodies of a class
 * @param isWritten true if the mapper writes the bodies of a class
 * @param mayRead true if a reader of the application handles a class, a superclass or a subclass
 * @param mayWrite true if a writer of the application handles a class, a superclass or a subclass
 * @param changesMessages true if filters or interceptors may change bodies and media types
 */
public record ApplicationProviders(
        Predicate<Class<?>> handlesResult,
        UnaryOperator<Class<?>> awaited,
        Predicate<Class<?>> hasContext,
        Predicate<Parameter> isArgument,
        Supplier<ObjectMapper> mapper,
        Predicate<Class<?>> isRead,
        Predicate<Class<?>> isWritten,
        BiPredicate<Class<?>, MediaType> mayRead,
        BiPredicate<Class<?>, MediaType> mayWrite,
        boolean changesMessages) {}
