// Each kind of declaration of Java. Words here are text: Seat, in_comment.
package org.example.seats;

import java.util.List;
import static java.util.Map.entry;

/** in_comment */
@Deprecated(since = "in_string")
public class Seat<T extends Comparable<T>> extends Base implements Shape, Other {
    public static final int LIMIT = 3;
    final static String NAME = "in_string";
    private int row, number = 1;
    protected List<String> guests[];
    @Inject Service service;
    static volatile boolean open;
    Runnable later = () -> {};

    static {
        int inStatic = 1;
    }

    public Seat(int row) throws Failure {
        this.row = row;
        super.toString();
    }

    Seat() {}

    public <U> List<U> method(final int first, String... rest) throws Failure {
        int local = first;
        Function<Integer, Integer> helper = parameter -> parameter + 1;
        for (String item : rest) {
            System.out.println(item);
        }
        label:
        while (true) break label;
        class Local {
            int inLocal;
        }
        try (Reader reader = open()) {
        } catch (Failure | Other failure) {
        }
        if (helper instanceof Shape shape && shape.area() > 0) {}
        return new List<U>() {
            @Override
            public int size() { return 0; }
        };
    }

    abstract int[] array()[];
    native void external();

    enum Color implements Shape {
        RED,
        GREEN(1) {
            double area() { return 1; }
        },
        @Deprecated BLUE;

        private final int value;

        Color(int value) { this.value = value; }
    }

    interface Inner {}
}

interface Shape {
    int DEPTH = 1;
    double area();
    default void scale(double factor) {}
}

@interface Marker {
    String value() default "in_string";
    int LEVEL = 1;
}

record Point(int x, @NonNull int y) implements Shape {
    static int count;

    Point {
        if (x < 0) throw new Failure();
    }

    double length() { return Math.sqrt(x); }
}

sealed interface Closed permits Seat, Point {}
