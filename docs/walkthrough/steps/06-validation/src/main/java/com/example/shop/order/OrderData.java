package com.example.shop.order;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;

/** An order as clients send it. */
public record OrderData(
        @NotBlank @Size(max = 100) String customer,
        @NotEmpty @Size(max = 50) @EachArticleOnce
                List<@Valid @NotNull LineData> lines) {}
