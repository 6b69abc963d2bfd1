// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.remoting.codec.Samples.Circle;
import io.troupe.remoting.codec.Samples.Color;
import io.troupe.remoting.codec.Samples.Empty;
import io.troupe.remoting.codec.Samples.Figure;
import io.troupe.remoting.codec.Samples.Money;
import io.troupe.remoting.codec.Samples.MoneyRecord;
import io.troupe.remoting.codec.Samples.OldCircle;
import io.troupe.remoting.codec.Samples.OldFigure;
import io.troupe.remoting.codec.Samples.Order;
import io.troupe.remoting.codec.Samples.PersonV1;
import io.troupe.remoting.codec.Samples.PersonV2;
import io.troupe.remoting.codec.Samples.Positive;
import io.troupe.remoting.codec.Samples.Square;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.WireException;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;

/** What every codec does with values that the receiver knows differently, or not at all. */
public abstract class CodecEvolutionContract extends CodecKeysContract {
    private static final Type ANY_LIST = new Samples.TypeOf<List<Object>>() {}.type();

    @Test
    void shouldReadRecordsOfAnOlderSender() {
        assertThat(trip(PersonV1.class, new PersonV1("Ann", 30), PersonV2.class))
                .isEqualTo(new PersonV2(30, null, Optional.empty(), "Ann", 0, null));
    }

    @Test
    void shouldReadRecordsOfANewerSender() {
        PersonV2 person = new PersonV2(30, List.of("x"), Optional.of("a@b"), "Ann", 5, Order.sample());

        assertThat(trip(PersonV2.class, person, PersonV1.class)).isEqualTo(new PersonV1("Ann", 30));
        assertThat(trip(PersonV2.class, person, Empty.class)).isEqualTo(new Empty());
        assertInStep();
    }

    @Test
    void shouldKnowTwoLayoutsOfOneNameByAliases() {
        theirs.alias(PersonV1.class, "person");
        ours.alias(PersonV2.class, "human", "person");
        ours.register(PersonV2.class);
        theirs.register(PersonV1.class);

        List<?> back = (List<?>) trip(ANY_LIST, List.of(new PersonV1("Ann", 30), new PersonV1("Bob", 40)));

        assertThat(back.get(0)).isEqualTo(new PersonV2(30, null, Optional.empty(), "Ann", 0, null));
        assertThat(back.get(1)).isEqualTo(new PersonV2(40, null, Optional.empty(), "Bob", 0, null));
    }

    @Test
    void shouldPassTwoLayoutsOfOneNameOverOneLink() {
        List<String> old = List.of("name");
        List<String> young = List.of("age", "name");

        for (int i = 0; i < 2; i++) {
            Frame first = frame(out -> {
                out.beginRecord("person", old, false);
                out.field(0);
                out.text("Ann");
                out.endRecord();
            });
            Frame second = frame(out -> {
                out.beginRecord("person", young, false);
                out.field(0);
                out.integer(5);
                out.field(1);
                out.text("Bob");
                out.endRecord();
            });
            assertThat(read(pass(first), PersonV1.class)).containsExactly(new PersonV1("Ann", 0));
            assertThat(read(pass(second), PersonV1.class)).containsExactly(new PersonV1("Bob", 5));
        }
    }

    @Test
    void shouldNotMakeWhatIsNotRegistered() {
        Frame typed = frame(out -> {
            out.beginTyped("java.lang.ProcessBuilder");
            out.beginList(0);
            out.endList();
            out.endTyped();
        });
        Frame named = frame(out -> {
            out.beginRecord(Circle.class.getName(), List.of("radius"), true);
            out.field(0);
            out.real(1);
            out.endRecord();
        });

        assertThatThrownBy(() -> read(pass(typed), Object.class))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("java.lang.ProcessBuilder");
        assertThatThrownBy(() -> read(pass(named), Object.class))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("Circle");
        assertInStep();
        ours.register(Circle.class);
        assertThat(read(pass(named), Object.class)).containsExactly(new Circle(1));
    }

    @Test
    void shouldNameUnknownSubtypes() {
        theirs.alias(Circle.class, "circle");
        theirs.alias(Square.class, "square");
        ours.alias(OldCircle.class, "circle");

        assertThat(trip(Figure.class, new Circle(2), OldFigure.class)).isEqualTo(new OldCircle(2));
        assertThatThrownBy(() -> trip(Figure.class, new Square(2), OldFigure.class))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("OldFigure")
                .hasMessageContaining("square");
        assertThatThrownBy(() -> trip(Figure.class, Samples.Fixed.POINT, OldFigure.class))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("Fixed");
        assertInStep();
    }

    @Test
    void shouldNameUnknownConstants() {
        assertThatThrownBy(() -> trip(String.class, "PURPLE", Color.class))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("Color")
                .hasMessageContaining("PURPLE");
    }

    @Test
    void shouldSayWhichKindOfValueWasExpected() {
        assertThatThrownBy(() -> trip(String.class, "x", int.class))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("a value must be a whole number: expected=int, found=TEXT");
        assertThatThrownBy(() -> trip(double.class, 1.5, long.class)).hasMessageContaining("expected=long, found=REAL");
        assertThatThrownBy(() -> trip(int.class, 1, String.class)).hasMessageContaining("expected=String");
        assertThatThrownBy(() -> trip(int.class, 1, boolean.class)).hasMessageContaining("expected=boolean");
        assertThatThrownBy(() -> trip(int.class, 1, Order.class)).hasMessageContaining("expected=Order");
        assertThatThrownBy(() -> trip(int.class, 1, ANY_LIST)).hasMessageContaining("expected=List");
        assertThatThrownBy(() -> trip(int.class, 1, Map.class)).hasMessageContaining("expected=Map");
        assertThatThrownBy(() -> trip(boolean.class, true, double.class)).isInstanceOf(WireException.class);
        assertThatThrownBy(() -> trip(boolean.class, true, byte[].class)).isInstanceOf(WireException.class);
        assertThatThrownBy(() -> trip(String.class, "no", java.util.UUID.class)).hasMessageContaining("UUID");
        assertThatThrownBy(() -> trip(ANY_LIST, List.of(1, "b"), SortedSet.class))
                .hasMessageContaining("SortedSet");
        assertInStep();
    }

    @Test
    void shouldRefuseNumbersThatDoNotFit() {
        assertThatThrownBy(() -> trip(long.class, 1L << 31, int.class))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("expected=int, value=2147483648");
        assertThatThrownBy(() -> trip(int.class, 128, byte.class)).hasMessageContaining("expected=byte");
        assertThatThrownBy(() -> trip(int.class, -32769, short.class)).hasMessageContaining("expected=short");
        assertThatThrownBy(() -> trip(double.class, Double.NaN, int.class)).isInstanceOf(WireException.class);
        assertThatThrownBy(() -> trip(double.class, 1e300, float.class)).hasMessageContaining("expected=float");
    }

    @Test
    void shouldNameTheRecordThatDoesNotAcceptItsComponents() {
        assertThatThrownBy(() -> read(
                        pass(frame(out -> {
                            out.beginRecord("p", List.of("value"), false);
                            out.field(0);
                            out.integer(-1);
                            out.endRecord();
                        })),
                        Positive.class))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("Positive")
                .hasMessageContaining("value must be positive")
                .hasCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldLeaveItToTheLinkToTakeBackWhatWasImported() {
        Frame frame = frame(out -> {
            out.beginRecord("job", List.of("done", "printer"), false);
            out.field(0);
            out.handle(new Handle(Handle.HandleKind.PROMISE, 3));
            out.field(1);
            out.text("no reference");
            out.endRecord();
        });

        assertThatThrownBy(() -> read(pass(frame), Samples.Job.class))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("in=Job.printer");
        assertThat(receiver.imported).hasSize(1);
        assertThat(receiver.marks + receiver.rollbacks).isZero();
    }

    @Test
    void shouldUseAdapters() {
        theirs.adapt(Money.class, MoneyRecord.class, money -> new MoneyRecord(money.cents), r -> new Money(r.cents()));
        ours.adapt(Money.class, MoneyRecord.class, money -> new MoneyRecord(money.cents), r -> new Money(r.cents()));
        ours.register(Money.class);
        theirs.register(Money.class);

        assertThat(((Money) trip(Money.class, new Money(5))).cents).isEqualTo(5);
        List<?> back = (List<?>) trip(ANY_LIST, List.of(new Money(6)));
        assertThat(((Money) back.get(0)).cents).isEqualTo(6);
    }
}
