package org.jzenith.rest.internal.argument;

import jakarta.ws.rs.core.EntityTag;
import java.util.List;
import java.util.stream.LongStream;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.version.ExpectedVersion;
import org.jzenith.rest.internal.pipeline.RestArgumentReader;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.resteasy.EntityTagList;

/** The header {@code If-Match} as versions, which is never null. */
record VersionParameter(String header) implements RestArgumentReader {

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
                        .flatMapToLong(VersionParameter::version)
                        .toArray());
    }

    /** Returns the version that has a tag; a tag that no version has, such as {@code "01"}, matches none. */
    private static LongStream version(final String tag) {
        try {
            return LongStream.of(Long.parseLong(tag))
                    .filter(version -> Long.toString(version).equals(tag));
        } catch (final NumberFormatException e) {
            return LongStream.empty();
        }
    }
}
