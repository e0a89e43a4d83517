package org.jzenith.core.configuration;

import jakarta.validation.constraints.AssertFalse;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Negative;
import jakarta.validation.constraints.NegativeOrZero;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.lang.annotation.Annotation;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.hibernate.validator.constraints.Length;
import org.hibernate.validator.constraints.Range;
import org.hibernate.validator.constraints.URL;
import org.hibernate.validator.constraints.UniqueElements;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

/** The types that the constraints can check. Constraints that are not listed are left to Hibernate Validator. */
final class ConstraintTypes {

    /** @param words the types, for a reader */
    private record Checked(String words, List<Class<?>> types) {

        static Checked of(final String words, final Class<?>... types) {
            return new Checked(words, List.of(types));
        }

        boolean canCheck(final Class<?> type) {
            return types.stream().anyMatch(each -> each.isAssignableFrom(type));
        }
    }

    private static final Map<Class<? extends Annotation>, Checked> KNOWN = known();

    private ConstraintTypes() {}

    private static Map<Class<? extends Annotation>, Checked> known() {
        final Checked numbers =
                Checked.of("numbers, sizes and text that holds a number", Number.class, CharSequence.class);
        final Checked text = Checked.of("text", CharSequence.class);
        final Checked sized = Checked.of("text, lists, sets and maps", CharSequence.class, Collection.class, Map.class);
        final Checked durations = Checked.of("durations", Duration.class);
        final Checked booleans = Checked.of("true/false", Boolean.class);
        final Map<Class<? extends Annotation>, Checked> all = new HashMap<>();
        all.put(Min.class, numbers);
        all.put(Max.class, numbers);
        all.put(DecimalMin.class, numbers);
        all.put(DecimalMax.class, numbers);
        all.put(Digits.class, numbers);
        all.put(Positive.class, numbers);
        all.put(PositiveOrZero.class, numbers);
        all.put(Negative.class, numbers);
        all.put(NegativeOrZero.class, numbers);
        all.put(Range.class, numbers);
        all.put(NotBlank.class, text);
        all.put(Pattern.class, text);
        all.put(Email.class, text);
        all.put(Length.class, text);
        all.put(URL.class, text);
        all.put(Size.class, sized);
        all.put(NotEmpty.class, sized);
        all.put(UniqueElements.class, Checked.of("lists and sets", Collection.class));
        all.put(DurationMin.class, durations);
        all.put(DurationMax.class, durations);
        all.put(AssertTrue.class, booleans);
        all.put(AssertFalse.class, booleans);
        return Map.copyOf(all);
    }

    static boolean canCheck(final Class<? extends Annotation> constraint, final Class<?> type) {
        final Checked known = KNOWN.get(constraint);
        return known == null || known.canCheck(value(type));
    }

    /** Returns the type that the validator sees for a setting of the type. */
    private static Class<?> value(final Class<?> type) {
        if (type == int.class
                || type == long.class
                || type == double.class
                || type == float.class
                || type == short.class
                || type == byte.class
                || type == OptionalInt.class
                || type == OptionalLong.class
                || type == OptionalDouble.class
                || type == DataSize.class) {
            return Number.class;
        }
        return type == boolean.class ? Boolean.class : type;
    }

    /** Suggests another constraint. */
    static String remedy(final @Nullable Class<? extends Annotation> constraint, final Class<?> type) {
        final Checked known = constraint == null ? null : KNOWN.get(constraint);
        final String name = constraint == null ? "" : constraint.getSimpleName();
        if (type == Optional.class) {
            return "Write the constraint inside the type: Optional<@" + name + "(..) ..>.";
        }
        final String fits = known == null ? "" : "@" + name + " fits " + known.words() + ". ";
        if (value(type) == Number.class || Number.class.isAssignableFrom(type)) {
            return fits + "For a number or a size use @Min and @Max.";
        }
        if (type == Duration.class) {
            return fits + "For a duration use @DurationMin and @DurationMax.";
        }
        if (CharSequence.class.isAssignableFrom(type)) {
            return fits + "For text use @Size, @Pattern or @NotBlank.";
        }
        if (Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)) {
            return fits + "Write it inside the type to check the elements: List<@" + name + "(..) ..>.";
        }
        return fits + "Remove it, or check the value in a default method with @AssertTrue.";
    }
}
