package org.jzenith.rest.internal.csv;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Provider;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.rest.internal.check.FeatureCheck;
import org.jzenith.rest.internal.deployment.RestFeature;
import org.jzenith.rest.internal.deployment.RestFeatureContext;
import org.jzenith.rest.internal.entity.ContentTypes;

/** Readers and writers of CSV bodies. Their Jackson module is an optional dependency; without it there are none. */
public final class CsvFeature implements RestFeature, FeatureCheck {

    private static final String MODULE = "com.fasterxml.jackson.dataformat.csv.CsvFactory";

    /** The fix for a missing CSV module. */
    private static final String REMEDY =
            "Add com.fasterxml.jackson.dataformat:jackson-dataformat-csv to the dependencies, without a version: jzenith-bom"
                    + " has it.";

    @Override
    public void addTo(final RestFeatureContext context) {
        context.addCheck(this);
        providers(context.injector().getProvider(ObjectMapper.class), context.maxTokens())
                .forEach(context::addProvider);
    }

    /** Returns the reader and writer; empty without Jackson's module for CSV. */
    static List<Object> providers(final Provider<ObjectMapper> mapper, final long maxTokens) {
        return MissingPlugins.isPresent(MODULE, CsvFeature.class)
                ? List.of(new CsvBody(mapper), new CsvListBody(mapper, maxTokens))
                : List.of();
    }

    @Override
    public @Nullable String remedy(final MediaType missing) {
        return ContentTypes.isCsv(missing) && !MissingPlugins.isPresent(MODULE, CsvFeature.class) ? REMEDY : null;
    }
}
