{-# LANGUAGE GADTs, PatternSynonyms, TypeFamilies #-}
-- Each kind of declaration that Haskell has. Words in comments, such as Engine, are text.
module Shop.Orders
  ( Engine (..)
  , build
  , pattern Zero
  , module Data.List
  ) where

import qualified Data.Map as Map
import Data.List (sortBy, nub)

infixl 6 <+>, `plus`

version :: String
version = "1.0"

first, second :: Int
first = 1
second = 2
(left, right) = (1, 2)

-- | Engine in a document is text.
data Engine a
  = Small
  | Large Int a
  | Record { size, total :: Int, name :: !String }
  | a :+: Int
  deriving (Show, Eq)

newtype Wrapped = Wrapped { unwrapped :: Int }
newtype Plain = MkPlain Int deriving newtype Show

data Typed a where
  IntTyped :: Int -> Typed Int
  BoolTyped, OtherTyped :: Bool -> Typed Bool
  FieldTyped :: { typedField :: Int } -> Typed ()

type Handler a = a -> IO ()
type a ~> b = a -> b
type family Element container
type family Closed a where
  Closed Int = Bool
data family Store a
type instance Element [a] = a
data instance Store Int = IntStore Int
newtype instance Store Bool = BoolStore Bool

class (Eq a) => Runs a where
  type Speed a
  data Part a
  speed :: a -> Int
  speed _ = 1
  run, stop :: a -> Int -> Bool
  (<+>) :: a -> a -> a
  {-# MINIMAL run #-}
  default shown :: Show a => a -> String
  shown = show

instance Runs Int where
  type Speed Int = Int
  run _ _ = True
  (<+>) = (+)

deriving instance Show (Typed a)

pattern Zero :: Int
pattern Zero = 0
pattern Pair x y = (x, y)
pattern Point {px, py} <- (px, py)
  where Point a b = (a, b)
pattern Head x <- x : _

build :: Int -> Engine a
build 0 = Small
build count
  | count > 1 = Large count undefined
  | otherwise = helper count
  where
    helper :: Int -> Engine a
    helper inner = let local = inner in Record { size = local, total = 0, name = "x" }
    constant = 3

run2 = \number -> number * 2
x `plus` y = x + y
a |> f = f a
(<&&>) a b = a && b
(f . g) x = f (g x)

plain (Just value) = value
plain Nothing = 0

foreign import ccall "math.h sin" c_sin :: Double -> Double

main :: IO ()
main = do
  line <- getLine
  let shown' = Map.empty
  print (build 3)
  mapM_ (\each -> print each) [1, 2]

prime' :: Int
prime' = 1
