package org.jzenith.example.user;

import java.util.List;

/**
 * A part of a longer list.
 *
 * @param offset the number of elements before this part
 * @param limit the largest number of elements that was asked for
 * @param totalElements the length of the whole list
 * @param elements this part
 * @param <T> the type of the elements
 */
public record Page<T>(int offset, int limit, long totalElements, List<T> elements) {}
