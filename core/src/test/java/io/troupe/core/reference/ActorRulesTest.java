// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.CallerSide;
import io.troupe.core.actor.Lifecycle;
import io.troupe.core.call.MethodInfo;
import io.troupe.core.error.SpawnRefusedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ActorRulesTest {
    private static String refusal(Class<?> type) {
        return catchThrowableOfType(SpawnRefusedException.class, () -> ReferenceType.of(type, null))
                .getMessage();
    }

    @Test
    void shouldReportAllViolationsInOneErrorWithClassMethodAndMend() {
        assertThat(refusal(Wrong.class).lines().toList())
                .containsExactly(
                        "an actor type must keep the rules: type=" + Wrong.class.getName() + ", violations=9",
                        "  an actor class must not be final: class=" + Wrong.class.getName()
                                + "; remove final or use it through an interface: spawn(Api.class, Impl::new)",
                        "  an actor must not have public fields, they are empty in references: field=WrongBase.open; make"
                                + " it private and add a method that returns Promise<Integer>",
                        "  references answer this method themselves, it must not be final: method=WrongBase.toString();"
                                + " remove final",
                        "  a public method must return nothing or a promise: method=WrongBase.count(), result=int; return"
                                + " Promise<Integer> or mark it @CallerSide",
                        "  a public method must not be final: method=Wrong.done(); remove final or mark it @CallerSide",
                        "  a public method must return nothing or a promise: method=Wrong.future(String),"
                                + " result=java.util.concurrent.CompletableFuture<java.lang.String>; return"
                                + " Promise.from(stage) as a Promise or mark it @CallerSide",
                        "  a lifecycle hook must not be callable on references: method=Wrong.onStart(); keep it protected",
                        "  a public method must return nothing or a promise: method=Wrong.text(), result=java.lang.String;"
                                + " return Promise<String> or mark it @CallerSide",
                        "  method names must not begin with troupe$: method=Wrong.troupe$x(); choose another name");
    }

    @Test
    void shouldNameTheTypeThatAMethodShouldReturnInsteadOfAKindOfPromise() {
        assertThat(refusal(Later.class).lines().skip(1).toList())
                .containsExactly(
                        "  a public method must return nothing or a promise: method=Later.names(),"
                                + " result=io.troupe.core.promise.CompletablePromise<java.util.List<java.lang.String>>;"
                                + " return Promise<List<String>> or mark it @CallerSide",
                        "  a public method must return nothing or a promise: method=Later.raw(),"
                                + " result=io.troupe.core.promise.CompletablePromise; return Promise or mark it @CallerSide",
                        "  a public method must return nothing or a promise: method=Later.sizes(),"
                                + " result=java.util.Map<java.lang.String, int[]>; return Promise<Map<String, int[]>>"
                                + " or mark it @CallerSide");
    }

    @Test
    void shouldRefuseWhatWouldRunOrReadSilentlyOnTheEmptyReference() {
        assertThat(refusal(Leaking.class).lines().toList())
                .containsExactlyInAnyOrder(
                        "an actor type must keep the rules: type=" + Leaking.class.getName() + ", violations=2",
                        "  a method that is not public must not be final, it would run on the empty reference:"
                                + " method=Leaking.helper(); remove final, make it private or mark it @CallerSide",
                        "  a method that is not public must not be final, it would run on the empty reference:"
                                + " method=LeakingBase.step(int); remove final, make it private or mark it @CallerSide");
    }

    @Test
    void shouldCautionOnceAgainstFieldsThatOthersCouldRead() {
        ReferenceType<OpenFields> type = ReferenceType.of(OpenFields.class, null);

        assertThat(type.takeCaution())
                .isEqualTo("fields of an actor should be private, through a reference others read empty ones:"
                        + " fields=OpenFields.shared,OpenFields.forSubclasses; make them private");
        assertThat(type.takeCaution()).isNull();
        assertThat(ReferenceType.of(Converter.class, null).takeCaution()).isNull();
    }

    @Test
    void shouldAllowFunctionalInterfacesWithTheirHelpers() {
        ReferenceType<Converter> type = ReferenceType.of(Converter.class, null);
        FakeOutlet outlet = new FakeOutlet();
        Converter reference = type.newReference(outlet);

        assertThat(type.methods()).extracting(MethodInfo::signature).containsExactly("accept(String)", "apply(String)");
        Consumer<String> both = reference.andThen(reference);
        both.accept("x");
        assertThat(outlet.sent)
                .as("the helper runs on the reference, its steps are messages")
                .hasSize(2);
        Promise<Integer> composed =
                reference.compose((Integer number) -> "n" + number).apply(1);
        assertThat(composed).isNotNull();
        assertThat(outlet.sent).hasSize(3);
    }

    @Test
    void shouldRefuseRecordsAndEnums() {
        assertThat(refusal(Point.class)).contains("violations=1").contains("spawn(Api.class, Impl::new)");
        assertThat(refusal(Color.class)).contains("violations=1").contains("spawn(Api.class, Impl::new)");
    }

    @Test
    void shouldRefuseAClassWhoseSelfIsAnotherClass() {
        assertThat(refusal(Copied.class))
                .contains("violations=1")
                .contains("an actor class must extend Actor of itself: class=" + Copied.class.getName() + ", self="
                        + Good.class.getName() + "; extend Actor<Copied>");
        assertThat(ReferenceType.of(Good.class, null)).isNotNull();
        assertThat(ReferenceType.of(Better.class, null)).isNotNull();
        assertThat(ReferenceType.of(Common.class, null)).isNotNull();
        assertThat(ReferenceType.of(Special.class, null)).isNotNull();
    }

    @Test
    void shouldRefuseClassesThatDoNotExtendActor() {
        assertThat(refusal(Plain.class))
                .contains("an actor class must extend Actor: class=" + Plain.class.getName() + "; extend Actor<Plain>");
        assertThat(refusal(Actor.class)).contains("an actor class must extend Actor");
    }

    @Test
    void shouldRefuseSealedAnonymousAndOtherTypes() {
        assertThat(refusal(Sealed.class)).contains("must not be sealed");
        assertThat(refusal(SealedApi.class)).contains("a sealed interface");
        assertThat(refusal(new Actor<Object>() {}.getClass())).contains("must have a name");
        assertThat(refusal(int.class)).contains("must be a class or an interface: type=int");
        assertThat(refusal(Plain[].class)).contains("must be a class or an interface");
        assertThat(refusal(Override.class)).contains("must be a class or an interface");
    }

    @Test
    void shouldRefuseTypesOfTheJdk() {
        assertThat(refusal(Runnable.class)).contains("violations=1").contains("must not be a type of the JDK");
        assertThat(refusal(String.class)).contains("violations=1").contains("must not be a type of the JDK");
    }

    @Test
    void shouldRefuseInterfacesWithResultsHooksAndEmptyCallerSideMethods() {
        assertThat(refusal(WrongApi.class))
                .contains("violations=3")
                .contains("let the implementing class implement Lifecycle")
                .contains("method=WrongApi.count(), result=long; return Promise<Long>")
                .contains("a @CallerSide method must have a body: method=WrongApi.here()");
    }

    @Test
    void shouldRefuseVisibilityBridgesToForbiddenMethods() {
        assertThat(refusal(BridgedWrong.class)).contains("method=BridgedWrong.count(), result=int");
    }

    @Test
    void shouldKeepNothingOfARefusal() {
        assertThatThrownBy(() -> ReferenceType.of(Wrong.class, null)).isInstanceOf(SpawnRefusedException.class);
        assertThatThrownBy(() -> ReferenceType.of(Wrong.class, null)).isInstanceOf(SpawnRefusedException.class);
    }

    abstract static class WrongBase<S> extends Actor<S> {
        public int open;

        public int count() {
            return 1;
        }

        @Override
        public final String toString() {
            return "";
        }
    }

    @SuppressWarnings("rawtypes")
    public static class Later extends Actor<Later> {
        public CompletablePromise<List<String>> names() {
            return new CompletablePromise<>();
        }

        public CompletablePromise raw() {
            return new CompletablePromise<>();
        }

        public Map<String, int[]> sizes() {
            return Map.of();
        }
    }

    static final class Wrong extends WrongBase<Wrong> {
        public static final int FINE = 1;

        public final void done() {}

        public CompletableFuture<String> future(String text) {
            return CompletableFuture.completedFuture(text);
        }

        public String text() {
            return "";
        }

        @CallerSide
        public String fine() {
            return "";
        }

        public void troupe$x() {}

        @Override
        public Promise<?> onStart() {
            return Promise.done();
        }
    }

    public static class BridgedWrong extends WrongBase<BridgedWrong> {
        private BridgedWrong() {
            open = 2;
        }
    }

    abstract static class LeakingBase<S> extends Actor<S> {
        protected int inherited;

        protected final void step(int by) {
            inherited += by;
        }
    }

    static class OpenFields extends Actor<OpenFields> {
        static int fine;
        int shared;
        protected int forSubclasses;
        private int own;

        public void use() {
            shared += own + forSubclasses;
        }
    }

    static class Leaking extends LeakingBase<Leaking> {
        static int fine;
        private int alsoFine;
        int shared;

        final int helper() {
            return shared + alsoFine;
        }

        @CallerSide
        final int marked() {
            return 1;
        }
    }

    @SuppressWarnings("overloads") // nobody calls andThen
    static class Converter extends Actor<Converter> implements Function<String, Promise<Integer>>, Consumer<String> {
        @Override
        public Promise<Integer> apply(String text) {
            return Promise.of(text.length());
        }

        @Override
        public void accept(String text) {}
    }

    static class Good extends Actor<Good> {}

    static class Better extends Good {}

    /** Copied from another class, whose name has stayed. */
    static class Copied extends Actor<Good> {}

    static class Common<SELF extends Common<SELF>> extends Actor<SELF> {}

    static class Special extends Common<Special> {}

    record Point(int x) {}

    enum Color {
        RED
    }

    static class Plain {}

    abstract static sealed class Sealed extends Actor<Sealed> permits Unsealed {}

    static non-sealed class Unsealed extends Sealed {}

    sealed interface SealedApi permits OpenApi {}

    non-sealed interface OpenApi extends SealedApi {
        Promise<Void> ok();
    }

    interface WrongApi extends Lifecycle {
        long count();

        @CallerSide
        String here();
    }
}
