package org.jzenith.rest.form;

import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jboss.resteasy.core.StringParameterInjector;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.ValueInjector;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.argument.ParameterInjectors;
import org.jzenith.rest.body.Part;
import org.jzenith.rest.entity.ContentTypes;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.multipart.MultipartForms;
import org.jzenith.rest.pipeline.Invocation;

/**
 * A field of a form: a part of {@code multipart/form-data}, or its content as text that RESTEasy converts; otherwise what
 * RESTEasy reads from the form.
 */
final class FormParameter implements ValueInjector {

    private final Field field;

    /** Reads the fields of a form that has no parts; null for a part. */
    private final @Nullable ValueInjector injector;

    /** The same injector, which converts texts; null for a part. */
    private final @Nullable StringParameterInjector text;

    private FormParameter(
            final Field field, final @Nullable ValueInjector injector, final @Nullable StringParameterInjector text) {
        this.field = field;
        this.injector = injector;
        this.text = text;
    }

    /** The name and type of a form field. */
    private record Field(String name, Class<?> type, Type genericType) {

        /** Null if it is no field of a form. */
        static @Nullable Field of(
                final Class<?> type,
                final Type genericType,
                final List<Annotation> annotations,
                final @Nullable String defaultName) {
            for (final Annotation annotation : annotations) {
                if (annotation instanceof final FormParam standard) {
                    return new Field(standard.value(), type, genericType);
                }
                if (annotation instanceof final org.jboss.resteasy.annotations.jaxrs.FormParam own) {
                    return new Field(
                            own.value().isEmpty() ? String.valueOf(defaultName) : own.value(), type, genericType);
                }
            }
            return null;
        }

        /** Returns true if the field takes one or more parts instead of text. */
        boolean isPart() {
            return FormFields.isPart(type, genericType) || FormFields.isFile(type, genericType);
        }
    }

    /** Returns null if the parameter is no field of a form. */
    static @Nullable ValueInjector of(
            final ParameterInjectors.Declared declared, final Supplier<@Nullable ValueInjector> standard) {
        final Field field =
                Field.of(declared.type(), declared.genericType(), declared.annotations(), declared.defaultName());
        if (field == null) {
            return null;
        }
        if (field.isPart()) {
            return new FormParameter(field, null, null);
        }
        // RESTEasy may wrap its injector in another one, which asks the request.
        final ValueInjector injector = standard.get();
        return injector instanceof final StringParameterInjector text
                ? new FormParameter(field, injector, text)
                : injector;
    }

    @Override
    public @Nullable Object inject(final HttpRequest request, final HttpResponse response, final boolean unwrapAsync) {
        final Invocation invocation = Invocation.of(request);
        final MultipartForms.FormParts form = invocation == null ? null : ReceivedForm.of(invocation);
        if (form != null) {
            return ofForm(form);
        }
        if (injector != null) {
            if (invocation != null) {
                checkForm(invocation);
            }
            return injector.inject(request, response, unwrapAsync);
        }
        return field.type() == List.class ? List.of() : field.type() == Optional.class ? Optional.empty() : null;
    }

    private void checkForm(final Invocation invocation) {
        final MediaType type = invocation.headers().getMediaType();
        if (!MediaType.APPLICATION_FORM_URLENCODED_TYPE.isCompatible(type) && !ContentTypes.isFormOfParts(type)) {
            final boolean hasBody = invocation.exchange().body().stream().length() > 0;
            throw Errors.exception(
                    400,
                    "The form parameter '" + field.name() + "' needs a body of the type "
                            + MediaType.APPLICATION_FORM_URLENCODED + " or " + MediaType.MULTIPART_FORM_DATA
                            + (hasBody
                                    ? ". "
                                    : ", but this " + invocation.data().httpMethod() + " request has no body.")
                            + (hasBody ? ContentTypes.notSupported(invocation.headers(), null) : ""));
        }
    }

    private @Nullable Object ofForm(final MultipartForms.FormParts form) {
        final String name = field.name();
        final Class<?> type = field.type();
        if (FormFields.isPart(type, field.genericType())) {
            final List<Part> all = form.parts(name);
            return type == List.class
                    ? all
                    : type == Optional.class ? all.stream().findFirst() : all.isEmpty() ? null : all.get(0);
        }
        if (type == List.class && field.isPart()) {
            return form.entityParts(name);
        }
        if (type == EntityPart.class || type == InputStream.class) {
            final List<EntityPart> all = form.entityParts(name);
            return all.isEmpty()
                    ? null
                    : type == EntityPart.class ? all.get(0) : all.get(0).getContent();
        }
        final List<String> texts = form.texts(name);
        return text == null ? null : text.extractValues(texts.isEmpty() ? null : texts);
    }

    @Override
    public @Nullable Object inject(final boolean unwrapAsync) {
        return injector == null ? null : injector.inject(unwrapAsync);
    }
}
