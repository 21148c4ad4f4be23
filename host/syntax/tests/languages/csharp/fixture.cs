// Each kind of declaration that C# has. Words in comments, such as Engine, are text.
#define TRACE
using System;
using Alias = System.Collections.Generic.List<int>;

[assembly: CLSCompliant(true)]

namespace Shop.Orders
{
    public delegate void Changed(object sender, EventArgs args);

    public delegate TResult Mapper<in T, out TResult>(T input);

    public interface IEngine<T> where T : class
    {
        int Speed { get; set; }
        event Changed Stopped;
        void Start(int times);
        T this[int index] { get; }
        static abstract IEngine<T> operator +(IEngine<T> left, IEngine<T> right);
    }

    public enum Colour : byte
    {
        Red,
        Green = 2,
        [Obsolete] Blue,
    }

    [Serializable]
    public struct Point
    {
        public int X, Y;
        public readonly double Length() => Math.Sqrt(X * X + Y * Y);
    }

    public readonly record struct Pair(int Left, string Right);

    public record Person(string First, string Last)
    {
        public string Full => $"{First} {Last}";
    }

    public record class Employee;

    public abstract partial class Engine<T> : IEngine<T>, IDisposable where T : class
    {
        public const int Maximum = 10, Minimum = 1;
        private static readonly string Prefix = "Engine";
        private volatile int count;
        protected internal T? Part { get; private set; } = null;
        public required string Label { get; init; }
        public int this[string key] => key.Length;
        public event Changed Started, Halted;
        public event EventHandler Custom
        {
            add { count++; }
            remove { count--; }
        }

        static Engine() { }
        public Engine(int start) : base() { count = start; }
        ~Engine() { }

        public abstract void Run();
        partial void OnRun();
        public async Task<int> RunAsync<U>(U value, params int[] rest)
        {
            int local = 1;
            var other = local;
            const int Fixed = 3;
            Func<int, int> twice = number => number * 2;
            int Inner(int deep) { return deep; }
            foreach (var each in rest) { other += each; }
            if (value is string text && text.Length > 0) { goto done; }
        done:
            return Inner(twice(other) + Fixed);
        }
        void IDisposable.Dispose() { }
        public static Engine<T> operator +(Engine<T> left, Engine<T> right) => left;
        public static implicit operator int(Engine<T> engine) => engine.count;
        [DllImport("native")] private static extern int Native(int handle);

        private class Nested { internal fixed byte buffer[8]; }
    }

    internal static class Extensions
    {
        public static string Shout(this string text) => text.ToUpper();
        public static int @class = 1;
    }
}
