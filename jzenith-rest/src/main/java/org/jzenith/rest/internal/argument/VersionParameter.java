package org.jzenith.rest.internal.argument;

import jakarta.ws.rs.core.EntityTag;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.version.ExpectedVersion;
import org.jzenith.rest.internal.pipeline.RestArgumentReader;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.resteasy.EntityTagList;

/** The header {@code If-Match} as versions, which is never null. */
record VersionParameter(String header) implements RestArgumentReader {

    /** A tag that a version has; others, such as {@code "01"}, are compared as text and match none. */
    private static final Predicate<String> VERSION =
            Pattern.compile("0|[1-9][0-9]{0,17}").asMatchPredicate();

    /** Returns null for other parameters. */
    static @Nullable VersionParameter of(final Parameter parameter) {
        return parameter.getType() == ExpectedVersion.class
                        && parameter.getParamType() == Parameter.ParamType.HEADER_PARAM
                ? new VersionParameter(parameter.getParamName())
                : null;
    }

    @Override
    public ExpectedVersion read(final RestInvocation invocation) {
        final List<String> fields = invocation.headers().values(header);
        if (fields == null) {
            return ExpectedVersion.missing();
        }
        final EntityTagList list = EntityTagList.parse(header, String.join(",", fields));
        return list.isAny()
                ? ExpectedVersion.any()
                : ExpectedVersion.of(list.tags().stream()
                        .filter(tag -> !tag.isWeak())
                        .map(EntityTag::getValue)
                        .filter(VERSION)
                        .mapToLong(Long::parseLong)
                        .toArray());
    }
}
