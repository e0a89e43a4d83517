package org.jzenith.rest.internal.multipart;

import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import java.util.List;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.body.Part;
import org.jzenith.rest.internal.argument.TextParameter;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.error.Errors;
import org.jzenith.rest.internal.pipeline.RestArgumentReader;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.pipeline.ArgumentReader;

/**
 * A field of a form: a part of {@code multipart/form-data}, or its content as text that RESTEasy converts; otherwise what
 * RESTEasy reads from the form.
 */
final class FormParameter implements RestArgumentReader {

    private final Parameter field;

    /** Converts texts; null for a part. */
    private final @Nullable TextParameter text;

    private FormParameter(final Parameter field, final @Nullable TextParameter text) {
        this.field = field;
        this.text = text;
    }

    /** Returns null if the parameter is not a field of a form. */
    static @Nullable ArgumentReader of(final Parameter parameter, final ResteasyProviderFactory providers) {
        if (parameter.getParamType() != Parameter.ParamType.FORM_PARAM) {
            return null;
        }
        final boolean isPart = FormFields.isPart(parameter.getType(), parameter.getGenericType())
                || FormFields.isFile(parameter.getType(), parameter.getGenericType());
        return new FormParameter(parameter, isPart ? null : TextParameter.of(parameter, providers));
    }

    @Override
    public @Nullable Object read(final RestInvocation invocation) {
        final MultipartForms.FormParts form = MultipartForms.FormParts.receivedBy(invocation);
        if (form != null) {
            return ofForm(form);
        }
        if (text != null) {
            checkForm(invocation);
            return text.read(invocation);
        }
        return field.getType() == List.class ? List.of() : null;
    }

    private void checkForm(final RestInvocation invocation) {
        final MediaType type = invocation.headers().getMediaType();
        if (!MediaType.APPLICATION_FORM_URLENCODED_TYPE.isCompatible(type) && !ContentTypes.isFormOfParts(type)) {
            final boolean hasBody = invocation.exchange().body().stream().length() > 0;
            throw Errors.exception(
                    400,
                    "The form parameter '" + field.getParamName() + "' needs a body of the type "
                            + MediaType.APPLICATION_FORM_URLENCODED + " or " + MediaType.MULTIPART_FORM_DATA
                            + (hasBody
                                    ? ". "
                                    : ", but this " + invocation.data().httpMethod() + " request has no body.")
                            + (hasBody ? ContentTypes.notSupported(invocation.headers(), null) : ""));
        }
    }

    private @Nullable Object ofForm(final MultipartForms.FormParts form) {
        final String name = field.getParamName();
        final Class<?> type = field.getType();
        if (FormFields.isPart(type, field.getGenericType())) {
            final List<Part> all = form.parts(name);
            return type == List.class ? all : all.isEmpty() ? null : all.get(0);
        }
        if (type == List.class && text == null) {
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
}
