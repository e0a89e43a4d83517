package org.jzenith.rest.argument;

import java.util.List;
import org.jboss.resteasy.core.MatrixParamInjector;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jspecify.annotations.Nullable;

/** A matrix parameter, with the rule for empty text. */
final class MatrixText extends MatrixParamInjector {

    private final boolean emptyIsMissing;

    MatrixText(final Parameter parameter, final ResteasyProviderFactory providers) {
        super(
                parameter.getType(),
                parameter.getGenericType(),
                parameter.getAccessibleObject(),
                parameter.getParamName(),
                parameter.getDefaultValue(),
                parameter.isEncoded(),
                parameter.getAnnotations(),
                providers);
        this.emptyIsMissing = EmptyText.isMissing(this, baseType);
    }

    /** RESTEasy's text of a parameter without a value is null. */
    @Override
    public @Nullable Object extractValues(final @Nullable List<String> texts) {
        final List<String> all = texts == null
                ? null
                : texts.stream().map(text -> text == null ? "" : text).toList();
        return super.extractValues(emptyIsMissing ? EmptyText.present(all) : all);
    }
}
