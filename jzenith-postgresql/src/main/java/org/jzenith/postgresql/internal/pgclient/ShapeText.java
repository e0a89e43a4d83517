package org.jzenith.postgresql.internal.pgclient;

import io.vertx.pgclient.data.Box;
import io.vertx.pgclient.data.Cidr;
import io.vertx.pgclient.data.Circle;
import io.vertx.pgclient.data.Inet;
import io.vertx.pgclient.data.Line;
import io.vertx.pgclient.data.LineSegment;
import io.vertx.pgclient.data.Path;
import io.vertx.pgclient.data.Point;
import io.vertx.pgclient.data.Polygon;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Geometric values as the server writes them: numbers between brackets and commas. */
final class ShapeText {

    private static final Pattern BETWEEN_NUMBERS = Pattern.compile("[\\[\\](){}<>,]+");

    private ShapeText() {}

    /** Throws an {@link ArithmeticException} for a shape or an address, or an array of them, that lacks a part. */
    static void requireComplete(final Object value) {
        if (value instanceof Object[] array) {
            Stream.of(array).filter(Objects::nonNull).forEach(ShapeText::requireComplete);
        } else if (parts(value).anyMatch(Objects::isNull)) {
            throw new ArithmeticException("incomplete");
        }
    }

    private static Stream<?> parts(final Object value) {
        if (value instanceof LineSegment segment) {
            return Stream.of(segment.getP1(), segment.getP2());
        }
        if (value instanceof Box box) {
            return Stream.of(box.getUpperRightCorner(), box.getLowerLeftCorner());
        }
        if (value instanceof Circle circle) {
            return Stream.of((Object) circle.getCenterPoint());
        }
        if (value instanceof Path path) {
            return path.getPoints() == null ? Stream.of((Object) null) : path.getPoints().stream();
        }
        if (value instanceof Polygon polygon) {
            return polygon.getPoints() == null ? Stream.of((Object) null) : polygon.getPoints().stream();
        }
        if (value instanceof Inet inet) {
            return Stream.of((Object) inet.getAddress());
        }
        return value instanceof Cidr cidr ? Stream.of((Object) cidr.getAddress()) : Stream.empty();
    }

    static Point point(final String text) {
        return points(text).get(0);
    }

    static Line line(final String text) {
        final double[] numbers = numbers(text);
        return new Line(numbers[0], numbers[1], numbers[2]);
    }

    static LineSegment segment(final String text) {
        final List<Point> ends = points(text);
        return new LineSegment(ends.get(0), ends.get(1));
    }

    static Box box(final String text) {
        final List<Point> corners = points(text);
        return new Box(corners.get(0), corners.get(1));
    }

    static Path path(final String text) {
        return new Path(text.startsWith("["), points(text));
    }

    static Polygon polygon(final String text) {
        return new Polygon(points(text));
    }

    static Circle circle(final String text) {
        return new Circle(point(text), numbers(text)[2]);
    }

    private static List<Point> points(final String text) {
        final double[] numbers = numbers(text);
        final List<Point> points = new ArrayList<>(numbers.length / 2);
        for (int i = 0; i + 1 < numbers.length; i += 2) {
            points.add(new Point(numbers[i], numbers[i + 1]));
        }
        return points;
    }

    private static double[] numbers(final String text) {
        return BETWEEN_NUMBERS
                .splitAsStream(text)
                .filter(number -> !number.isEmpty())
                .mapToDouble(Double::parseDouble)
                .toArray();
    }
}
