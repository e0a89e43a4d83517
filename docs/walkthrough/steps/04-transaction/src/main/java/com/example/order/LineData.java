package com.example.order;

import jakarta.validation.constraints.NotNull;

/** What a client says about one line of an order. */
public record LineData(@NotNull String article, int quantity) {}
