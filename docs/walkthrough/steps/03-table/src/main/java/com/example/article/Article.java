package com.example.article;

import java.math.BigDecimal;

/** What the shop sells: its name, the price of one piece, and how many pieces there are. */
public record Article(String name, BigDecimal price, int stock) {}
