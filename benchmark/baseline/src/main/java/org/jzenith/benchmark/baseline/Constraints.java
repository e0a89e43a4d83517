package org.jzenith.benchmark.baseline;

import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.hibernate.validator.HibernateValidator;

/** The constraints of an order, checked by Hibernate Validator. */
final class Constraints {

    private static final Validator VALIDATOR = Validation.byProvider(HibernateValidator.class)
            .configure()
            .ignoreXmlConfiguration()
            .defaultLocale(Locale.ENGLISH)
            .buildValidatorFactory()
            .getValidator();

    private Constraints() {}

    /** Empty if the order is valid. */
    static List<Problem.Violation> violations(final Order order) {
        final var found = VALIDATOR.validate(order);
        return found.isEmpty()
                ? List.of()
                : found.stream()
                        .map(each ->
                                new Problem.Violation(each.getPropertyPath().toString(), each.getMessage()))
                        .sorted(Comparator.comparing(Problem.Violation::path).thenComparing(Problem.Violation::message))
                        .toList();
    }
}
