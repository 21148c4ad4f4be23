// Package seats has each kind of declaration of Go. Words here are text: Seat, in_comment.
package seats

import (
	"fmt"
	alias "in_string/path"
	. "dotted"
)

import "io"

const Limit = 3

const (
	First = iota
	Second
	third, Fourth = 1, "in_string"
	_
)

var counter int
var left, right = 1, 2
var handler = func(parameter int) int { return parameter }

var (
	grouped  map[string]int
	typed    io.Reader = nil
	_        fmt.Stringer = (*Seat)(nil)
	callback func(name string) error
)

/* in_comment */
type Seat struct {
	Row, Number int `json:"in_string"`
	guest       *Guest
	Embedded
	*alias.Pointer
	inner struct {
		Deep bool
	}
	call func(event int)
}

type Shape interface {
	Area() float64
	io.Reader
	Scale(factor float64) (result Shape)
	~int | ~string
}

type (
	Alias   = Seat
	Number  int
	Handler func(seat Seat) error
	List[T any] struct {
		items []T
	}
)

func New(row int) *Seat {
	const localConst = 1
	var local = row
	type localType struct{ field int }
	short, other := 1, 2
	closure := func() int { return short }
	fmt.Println(local, other, closure(), `in_string`)
	return &Seat{Row: row, guest: nil}
}

func (s *Seat) Move(to int) (err error) {
loop:
	for index := range s.items {
		if index == Limit {
			break loop
		}
	}
	switch value := any(s).(type) {
	case Shape:
		_ = value
	}
	return nil
}

func (List[T]) Len() int { return 0 }

func Generic[K comparable, V any](m map[K]V) (result V) { return }

func init() { counter++; go handler(First) }
