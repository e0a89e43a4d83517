package com.example.shop.order;

import jakarta.validation.constraints.NotNull;

/** An order line as clients send it. */
public record LineData(@NotNull String article, int quantity) {}
