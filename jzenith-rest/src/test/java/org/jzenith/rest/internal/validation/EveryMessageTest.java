package org.jzenith.rest.internal.validation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertFalse;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Future;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Negative;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Null;
import jakarta.validation.constraints.Past;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.hibernate.validator.constraints.BitcoinAddress;
import org.hibernate.validator.constraints.CreditCardNumber;
import org.hibernate.validator.constraints.EAN;
import org.hibernate.validator.constraints.Length;
import org.hibernate.validator.constraints.LuhnCheck;
import org.hibernate.validator.constraints.Mod10Check;
import org.hibernate.validator.constraints.Mod11Check;
import org.hibernate.validator.constraints.Range;
import org.hibernate.validator.constraints.URL;
import org.hibernate.validator.constraints.UUID;
import org.hibernate.validator.constraints.UniqueElements;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;

/** The messages of constraints in the answers, in each language that a client may ask for and on each machine. */
final class EveryMessageTest {

    private static final int CONSTRAINTS = 32;

    public static final class Wrong {

        @AssertFalse
        public boolean assertFalse = true;

        @AssertTrue
        public boolean assertTrue;

        @DecimalMax("1.5")
        public BigDecimal decimalMax = BigDecimal.TEN;

        @DecimalMin(value = "1", inclusive = false)
        public BigDecimal decimalMin = BigDecimal.ONE;

        @Digits(integer = 1, fraction = 1)
        public BigDecimal digits = new BigDecimal("12.34");

        @Email
        public String email = "x";

        @Future
        public LocalDate future = LocalDate.MIN;

        @Past
        public LocalDate past = LocalDate.MAX;

        @Max(1)
        public int max = 2;

        @Min(1)
        public int min;

        @Negative
        public int negative = 1;

        @Positive
        public int positive = -1;

        @NotBlank
        public String notBlank = " ";

        @NotEmpty
        public List<String> notEmpty = List.of();

        @NotNull
        public String notNull;

        @Null
        public String mustBeNull = "x";

        @Pattern(regexp = "a{2,3}")
        public String pattern = "x";

        @Size(min = 2, max = 3)
        public String size = "x";

        @BitcoinAddress
        public String bitcoin = "x";

        @CreditCardNumber
        public String creditCard = "1";

        @EAN
        public String ean = "1";

        @Length(min = 2)
        public String length = "x";

        @LuhnCheck
        public String luhn = "1";

        @Mod10Check
        public String mod10 = "1";

        @Mod11Check
        public String mod11 = "1";

        @Range(min = 1, max = 3)
        public int range = 5;

        @UniqueElements
        public List<String> unique = List.of("x", "x");

        @URL
        public String url = "x";

        @UUID
        public String uuid = "x";

        @DurationMin(millis = 1)
        public Duration durationMin = Duration.ZERO;

        @DurationMax(hours = 2, minutes = 30)
        public Duration durationMax = Duration.ofHours(3);

        @DurationMin(days = 1, inclusive = false)
        public Duration durationOver = Duration.ofDays(1);
    }

    @Path("/wrong")
    public static final class WrongResource {

        @POST
        public String post(@Valid final Wrong wrong) {
            return "valid";
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "en-US", "de-DE", "tr-TR", "ar-EG", "sw-KE"})
    void everyMessageIsRenderedInEveryLanguage(final String language) {
        final Locale machine = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(language));
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(WrongResource.class))) {
            final List<String> english = messages(server, "en");
            for (final String asked : List.of(
                    "ar", "az", "cs", "da", "de", "es", "fa", "fr", "hu", "it", "ja", "ko", "mn-MN", "nl", "pl", "pt",
                    "pt-BR", "pt-PT", "ro", "ru", "sk", "tr", "uk", "zh", "zh-CN", "zh-TW")) {
                assertThat(messages(server, asked)).as(asked).isNotEqualTo(english);
            }
            assertThat(messages(server, "sw")).isEqualTo(english);
            assertThat(messages(server, "tlh")).isEqualTo(english);
            assertThat(english)
                    .contains(
                            "durationMin: must be longer than or equal to 1 milli",
                            "decimalMin: must be greater than 1");
        } finally {
            Locale.setDefault(machine);
        }
    }

    private static List<String> messages(final RunningServer server, final String language) {
        final RunningServer.Answer answer =
                server.post("/wrong", "{}", "Accept-Language", language, "Content-Type", "application/json");
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        final List<String> all = new ArrayList<>();
        for (final JsonNode violation : answer.json().get("violations")) {
            all.add(violation.get("path").asText() + ": "
                    + violation.get("message").asText());
        }
        assertThat(all)
                .hasSize(CONSTRAINTS)
                .allSatisfy(message -> assertThat(message.replace("a{2,3}", ""))
                        .doesNotContain("${", "{", "}", "org.hibernate", "+="));
        return all;
    }
}
