package com.example.shop.article;

import java.math.BigDecimal;

/** An article with its price per piece and the pieces in stock. */
public record Article(String name, BigDecimal price, int stock) {}
