package com.example.shop.order;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

/** An order line as clients send it. */
public record LineData(
        @NotBlank @Size(max = 100) String article,
        @Min(1) @Max(1000) int quantity) {}
