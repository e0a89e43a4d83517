package org.jzenith.rest.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.http.internal.configuration.HttpConfiguration;
import org.jzenith.http.internal.configuration.HttpText;
import org.jzenith.rest.internal.json.JsonBodyConfiguration;
import org.jzenith.rest.internal.limit.RateLimitConfiguration;
import org.jzenith.rest.internal.multipart.MultipartConfiguration;
import org.jzenith.rest.internal.patch.PatchConfiguration;
import org.jzenith.rest.internal.sse.SseConfiguration;

/**
 * The settings of the REST server. A feature with several settings has them as a group in its package. Immutable and
 * safe for use by many threads.
 */
@ConfigMapping(prefix = "rest")
public interface RestConfiguration extends HttpConfiguration {

    /**
     * The prefix of every path.
     *
     * @return a path such as {@code /api}
     */
    @WithDefault("/")
    @WithConverter(HttpText.AbsolutePath.class)
    @Description("The prefix of every path, for example /api.")
    String contextPath();

    /**
     * True if the application enforces {@code @RolesAllowed}, {@code @DenyAll} and {@code @PermitAll}: with a filter on resources, or in its
     * own way on services.
     *
     * @return false to let the start fail where resources carry one of them, or where classes that handle no request limit access
     */
    @WithDefault("false")
    @Description("Declares that your code enforces @RolesAllowed, @DenyAll and @PermitAll on resources and services. "
            + "Otherwise, startup fails if nothing enforces them.")
    boolean applicationEnforcesAccessAnnotations();

    /**
     * Makes warnings about resources fail startup, such as constraints that nothing checks.
     *
     * @return false to log warnings
     */
    @WithDefault("false")
    @Description("Fails startup on warnings about resources.")
    boolean failOnWarnings();

    /**
     * The fields of a body of the type {@code application/x-www-form-urlencoded}; more get a 413.
     *
     * @return at least one
     */
    @WithDefault("1000")
    @WithConverter(Ranges.Positive.class)
    @Description("The maximum number of fields in a URL-encoded form; a form with more gets a 413.")
    int maxFormFields();

    /**
     * The tokens of a JSON body: values, names, and the starts and ends of objects and arrays. A line of CSV counts as 4, and each
     * comma as 2. {@code @MaxElements} replaces it for a body that a method takes as a {@code Flowable}.
     *
     * @return at least one, or empty for one for each 32 bytes of {@link #maxParsedBodies}
     */
    @Description(
            "The maximum number of tokens in a JSON or CSV body, streamed or not. In JSON, each name, value, brace and "
                    + "bracket is a token. In CSV, a line counts as 4 tokens and each of its "
                    + "commas as 2. A larger body gets "
                    + "a 413. @MaxElements replaces this limit for a stream. Defaults to one "
                    + "token per 32 bytes of rest.max-parsed-bodies.")
    Optional<@WithConverter(Ranges.Positive.class) Integer> maxTokens();

    /**
     * The time an element of a stream may wait for further ones, to be sent together. They are also sent when they
     * reach 16 KiB, and at the end of the stream.
     *
     * @return zero to send it as soon as the source pauses
     */
    @WithDefault("0s")
    @WithConverter(Ranges.NotNegativeDuration.class)
    @Description(
            "How long jZenith may hold back an element of a stream to send it together with later ones. With 0s, it "
                    + "sends elements when the source pauses.")
    Duration streamFlush();

    /**
     * The settings of {@code @RateLimit}.
     *
     * @return a group of settings
     */
    RateLimitConfiguration rateLimit();

    /**
     * The settings of JSON.
     *
     * @return a group of settings
     */
    JsonBodyConfiguration json();

    /**
     * The settings of bodies of JSON Patch.
     *
     * @return a group of settings
     */
    PatchConfiguration patch();

    /**
     * The settings of server-sent events.
     *
     * @return a group of settings
     */
    SseConfiguration sse();

    /**
     * The settings of bodies of the type {@code multipart/form-data}.
     *
     * @return a group of settings
     */
    MultipartConfiguration multipart();
}
