package ${package}.order;

import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;

/** An order as clients send it. */
public record OrderData(
        @NotBlank @Size(max = 100) String customer,

        @NotNull @Positive @Digits(integer = 10, fraction = 2)
        BigDecimal amount) {}
