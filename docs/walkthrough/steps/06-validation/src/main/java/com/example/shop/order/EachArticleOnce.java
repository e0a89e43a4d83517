package com.example.shop.order;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Refuses two lines with the same article. */
@Constraint(validatedBy = EachArticleOnce.Validator.class)
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
public @interface EachArticleOnce {

    String message() default "must name each article once";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Ignores missing lines, which other constraints refuse. */
    final class Validator
            implements ConstraintValidator<EachArticleOnce, List<LineData>> {

        @Override
        public boolean isValid(
                final List<LineData> lines,
                final ConstraintValidatorContext context) {
            final Set<String> articles = new HashSet<>();
            return lines == null
                    || lines.stream()
                            .allMatch(line -> line == null
                                    || articles.add(line.article()));
        }
    }
}
