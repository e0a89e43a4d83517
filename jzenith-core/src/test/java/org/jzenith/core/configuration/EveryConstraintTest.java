package org.jzenith.core.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.Secret;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.AssertFalse;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Future;
import jakarta.validation.constraints.FutureOrPresent;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Negative;
import jakarta.validation.constraints.NegativeOrZero;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Null;
import jakarta.validation.constraints.Past;
import jakarta.validation.constraints.PastOrPresent;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.hibernate.validator.constraints.BitcoinAddress;
import org.hibernate.validator.constraints.CodePointLength;
import org.hibernate.validator.constraints.CreditCardNumber;
import org.hibernate.validator.constraints.Currency;
import org.hibernate.validator.constraints.EAN;
import org.hibernate.validator.constraints.ISBN;
import org.hibernate.validator.constraints.Length;
import org.hibernate.validator.constraints.LuhnCheck;
import org.hibernate.validator.constraints.Mod10Check;
import org.hibernate.validator.constraints.Mod11Check;
import org.hibernate.validator.constraints.Normalized;
import org.hibernate.validator.constraints.Range;
import org.hibernate.validator.constraints.URL;
import org.hibernate.validator.constraints.UUID;
import org.hibernate.validator.constraints.UniqueElements;
import org.hibernate.validator.constraints.br.CNPJ;
import org.hibernate.validator.constraints.br.CPF;
import org.hibernate.validator.constraints.pl.NIP;
import org.hibernate.validator.constraints.pl.PESEL;
import org.hibernate.validator.constraints.pl.REGON;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.problem.StartProblem;
import org.slf4j.LoggerFactory;

/** The message of every constraint on a setting, whatever the language of the machine. */
final class EveryConstraintTest {

    @ConfigMapping(prefix = "every")
    interface EveryConstraint {

        @WithDefault("true")
        @AssertFalse
        boolean assertFalse();

        @WithDefault("false")
        @AssertTrue
        boolean assertTrue();

        @WithDefault("9")
        @DecimalMax("1.5")
        BigDecimal decimalMax();

        @WithDefault("1")
        @DecimalMin(value = "1", inclusive = false)
        BigDecimal decimalMin();

        @WithDefault("1K")
        @DecimalMin("4096")
        DataSize decimalMinSize();

        @WithDefault("1K")
        @DecimalMax("512")
        DataSize decimalMaxSize();

        @WithDefault("123.456")
        @Digits(integer = 2, fraction = 1)
        BigDecimal digits();

        @WithDefault("x")
        @Email
        String email();

        @WithDefault("2000-01-01")
        @Future
        LocalDate future();

        @WithDefault("2000-01-01")
        @FutureOrPresent
        LocalDate futureOrPresent();

        @WithDefault("2")
        @Max(1)
        int max();

        @WithDefault("0")
        @Min(1)
        long min();

        @WithDefault("1K")
        @Min(4096)
        DataSize minSize();

        @WithDefault("1")
        @Negative
        int negative();

        @WithDefault("1")
        @NegativeOrZero
        int negativeOrZero();

        @WithDefault(" ")
        @NotBlank
        String notBlank();

        Optional<@NotEmpty List<@Size(min = 2) String>> notEmpty();

        @WithDefault("x")
        @Null
        String mustBeNull();

        @WithDefault("9999-01-01")
        @Past
        LocalDate past();

        @WithDefault("9999-01-01")
        @PastOrPresent
        LocalDate pastOrPresent();

        @WithDefault("x")
        @Pattern(regexp = "a{2,3}")
        String pattern();

        @WithDefault("-1")
        @Positive
        int positive();

        @WithDefault("-1")
        @PositiveOrZero
        int positiveOrZero();

        @WithDefault("x")
        @Size(min = 2, max = 3)
        String size();

        @WithDefault("x")
        @Size(min = 2, max = 3)
        Secret<String> secret();

        @WithDefault("x")
        @BitcoinAddress
        String bitcoin();

        @WithDefault("x")
        @CodePointLength(min = 2)
        String codePoints();

        @WithDefault("1")
        @CreditCardNumber
        String creditCard();

        @WithDefault("x")
        @Currency("EUR")
        java.util.Optional<String> noCurrency();

        @WithDefault("1")
        @EAN
        String ean();

        @WithDefault("1")
        @ISBN
        String isbn();

        @WithDefault("x")
        @Length(min = 2)
        String length();

        @WithDefault("1")
        @LuhnCheck
        String luhn();

        @WithDefault("1")
        @Mod10Check
        String mod10();

        @WithDefault("1")
        @Mod11Check
        String mod11();

        @WithDefault("a\u0308")
        @Normalized(form = java.text.Normalizer.Form.NFC)
        String normalized();

        @WithDefault("5")
        @Range(min = 1, max = 3)
        int range();

        @WithDefault("x,x")
        @UniqueElements
        List<String> unique();

        @WithDefault("x")
        @URL
        String url();

        @WithDefault("x")
        @UUID
        String uuid();

        @WithDefault("1")
        @CNPJ
        String cnpj();

        @WithDefault("1")
        @CPF
        String cpf();

        @WithDefault("1")
        @NIP
        String nip();

        @WithDefault("1")
        @PESEL
        String pesel();

        @WithDefault("1")
        @REGON
        String regon();

        @WithDefault("0s")
        @DurationMin(millis = 1)
        Duration durationMin();

        @WithDefault("3h")
        @DurationMax(hours = 2, minutes = 30)
        Duration durationMax();
    }

    @TempDir
    private Path root;

    private final Locale machine = Locale.getDefault();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        root().addAppender(log);
    }

    @AfterEach
    void restore() {
        Locale.setDefault(machine);
        root().detachAppender(log);
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "en-US", "de-DE", "tr-TR", "ar-EG", "th-TH-u-nu-thai", "sw-KE", "tlh"})
    void everyMessageIsRenderedInEnglish(final String language) {
        Locale.setDefault(Locale.forLanguageTag(language));

        final List<String> problems = new Reading(root)
                .problems(EveryConstraint.class).stream()
                        .map(StartProblem::toString)
                        .toList();

        assertThat(problems)
                .hasSizeGreaterThan(40)
                .allSatisfy(problem -> assertThat(problem)
                        .doesNotContain("${", "{value", "{min", "{max", "HV0", "org.hibernate.")
                        .doesNotMatch("(?s).*[^\\x00-\\x7f\u00e4\u0308].*"));
        assertThat(String.join("\n", problems))
                .contains(
                        "every.duration-min is '0s', but it must be at least 1ms.",
                        "every.duration-max is '3h', but it must be at most 150m.",
                        "every.decimal-min-size is '1K', but it must be at least 4096.",
                        "every.size is 'x', but its size must be between 2 and 3.",
                        "every.secret is '****', but its size must be between 2 and 3.",
                        "every.pattern is 'x', but it must match \"a{2,3}\".",
                        "every.luhn is '1', but it must satisfy @LuhnCheck.",
                        "every.range is '5', but it must be between 1 and 3.");
        assertThat(log.list)
                .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .isEmpty();
    }

    @ConfigMapping(prefix = "misfit")
    interface Misfit {

        @WithDefault("8080")
        @Size(min = 1)
        int port();

        @Min(1)
        Optional<Integer> limit();

        @WithDefault("1s")
        @Min(1)
        Duration patience();

        @WithDefault("x")
        @DurationMin(millis = 1)
        Secret<String> pin();

        @WithDefault("true")
        List<@Max(3) Boolean> flags();

        @WithDefault("x")
        @Past
        String date();
    }

    @Test
    void aConstraintThatCannotCheckTheTypeOfASettingIsReportedWhateverTheValue() {
        assertThat(String.join(
                                "\n\n",
                                new Reading(root)
                                        .problems(Misfit.class).stream()
                                                .map(StartProblem::toString)
                                                .toList())
                        + "\n")
                .isEqualTo("""
                        @Past on misfit.date cannot check a value of type String.
                        It comes from org.jzenith.core.configuration.EveryConstraintTest$Misfit.date().
                        @Past checks these types: Calendar, Date, HijrahDate, Instant, JapaneseDate, LocalDate, LocalDateTime, \
                        LocalTime, MinguoDate, MonthDay, OffsetDateTime, OffsetTime, ThaiBuddhistDate, Year, YearMonth, \
                        ZonedDateTime. Change the type, or use a constraint that checks text, such as @Pattern.

                        @Max on an element of misfit.flags cannot check a value of type Boolean.
                        It comes from org.jzenith.core.configuration.EveryConstraintTest$Misfit.flags().
                        @Max checks these types: BigDecimal, BigInteger, Byte, CharSequence, Double, Float, Integer, Long, \
                        Number, Short. Change the type, or use a constraint that checks the type.

                        @Min on misfit.limit cannot check a value of type Optional.
                        It comes from org.jzenith.core.configuration.EveryConstraintTest$Misfit.limit().
                        @Min checks these types: BigDecimal, BigInteger, Byte, CharSequence, Double, Float, Integer, Long, \
                        Number, Short. Write the constraint inside the type: Optional<@Min(..) ..>.

                        @Min on misfit.patience cannot check a value of type Duration.
                        It comes from org.jzenith.core.configuration.EveryConstraintTest$Misfit.patience().
                        @Min checks these types: BigDecimal, BigInteger, Byte, CharSequence, Double, Float, Integer, Long, \
                        Number, Short. For a duration use @DurationMin and @DurationMax.

                        @DurationMin on misfit.pin cannot check a value of type String.
                        It comes from org.jzenith.core.configuration.EveryConstraintTest$Misfit.pin().
                        @DurationMin checks these types: Duration. Change the type, or use a constraint that checks text, such \
                        as @Pattern.

                        @Size on misfit.port cannot check a value of type int.
                        It comes from org.jzenith.core.configuration.EveryConstraintTest$Misfit.port().
                        @Size checks these types: CharSequence, Collection, Map, arrays. Change the type, or use a constraint \
                        that checks numbers, such as @Min.
                        """);
    }
}
